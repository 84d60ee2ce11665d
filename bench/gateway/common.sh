# Sourced by run and soak: builds the loaders, starts and ends processes, reads what they used.
root=$here/../..
. "$root/bin/find-jdk.sh"
find_jdk
java=$JAVA_HOME/bin/java
work=$(mktemp -d)
pids=
trap 'for p in $pids; do kill "$p" 2>/dev/null || true; done; wait 2>/dev/null; rm -rf "$work"' EXIT INT TERM
"$JAVA_HOME/bin/javac" -d "$work" "$here"/*.java
classes="$root/cli/target/lib/*:$(ls "$root"/cli/target/mulligan-cli-*.jar | head -n 1)"
ulimit -n "$(ulimit -Hn)"

start_java() { # name options... Main arguments...
  shift
  "$java" "$1" "$2" -cp "$work" "$3" "$4" & pids="$pids $!"
}

start_gateway() { # port upstream more...
  gateway_port=$1
  upstream=$2
  shift 2
  # shellcheck disable=SC2086
  (cd "$work" && exec "$java" ${MULLIGAN_BENCH_OPTS:--Xmx512m} --enable-native-access=ALL-UNNAMED -cp "$classes" \
    dev.mulligan.cli.Main serve --port "$gateway_port" --upstream "anthropic=$upstream" "$@") >"$work/serve.log" 2>&1 & gateway=$!
  pids="$pids $gateway"
}

await_gateway() {
  for i in $(seq 100); do grep -q listening "$work/serve.log" && break; sleep 0.2; done
  sleep 1
}

# Clock ticks of all threads but those that compile and collect: they fade with time, and the runs are short.
ticks() {
  for stat in /proc/"$1"/task/*/stat; do sed 's/.*(\(.*\)) /\1|/' "$stat" 2>/dev/null || true; done |
    awk -F'|' '$1 !~ /^(C1|C2|GC |G1 |VM )/ { split($2, f, " "); sum += f[12] + f[13] } END { print sum + 0 }'
}

rss() { awk '/VmRSS/ { print $2 }' "/proc/$1/status"; }
