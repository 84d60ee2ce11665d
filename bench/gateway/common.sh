# Sourced by run, cold and soak: builds what loads the gateway, starts and ends processes, reads what they used.
root=$(cd "$here/../.." && pwd)
. "$root/bin/find-jdk.sh"
. "$root/bin/launch.sh"
find_jdk
java=$JAVA_HOME/bin/java
work=$(mktemp -d)
pids=
trap 'for p in $pids; do kill "$p" 2>/dev/null || true; done; wait 2>/dev/null; rm -rf "$work"' EXIT INT TERM
"$JAVA_HOME/bin/javac" -d "$work" "$here"/*.java
ulimit -n "$(ulimit -Hn)"

need() {
  command -v "$1" >/dev/null 2>&1 || { echo "needs $1 (apt-get install $2)" >&2; exit 2; }
}

start_java() { # name options... Main arguments...
  shift
  "$java" "$1" "$2" -cp "$work" "$3" "$4" & pids="$pids $!"
}

# The native provider, on this port.
start_origin() {
  need gcc gcc
  gcc -O2 -D_GNU_SOURCE -o "$work/origin" "$here/origin.c"
  "$work/origin" "$1" & pids="$pids $!"
}

# The program as users start it, with its caches: what is built lies in the folder app.
prepare_app() {
  app=$root/.build/bench
  if [ ! -f "$app/jars" ] || [ -n "$(find "$root/cli/target" -maxdepth 2 -name '*.jar' -newer "$app/jars" | head -n 1)" ]; then
    rm -rf "$app"
    mkdir -p "$app/lib"
    cp "$root"/cli/target/lib/*.jar "$app/lib/"
    cp "$(ls "$root"/cli/target/mulligan-cli-*.jar | head -n 1)" "$app/lib/mulligan-cli.jar"
    list_jars "$app"
    train "$app" "$JAVA_HOME" 2>/dev/null || echo "no AOT cache: starts will be slower" >&2
  fi
}

# Sets gateway to the process id. Its store and settings are its own.
start_gateway() { # port upstream more...
  gateway_port=$1
  gateway_log=$work/serve-$1.log
  upstream=$2
  shift 2
  mkdir -p "$work/home-$gateway_port"
  (cd "$work/home-$gateway_port" && export HOME="$work/home-$gateway_port" XDG_STATE_HOME="$work/home-$gateway_port/state" \
    MULLIGAN_JAVA_OPTS="${MULLIGAN_BENCH_OPTS:--Xmx512m}" &&
    launch "$app" "$JAVA_HOME" serve --port "$gateway_port" --upstream "anthropic=$upstream" "$@") >"$gateway_log" 2>&1 & gateway=$!
  pids="$pids $gateway"
}

await_gateway() {
  for i in $(seq 1000); do grep -q listening "$gateway_log" && break; sleep 0.02; done
}

# Clock ticks (10 ms) of a process and its threads, all of them: what compiles and collects costs, too.
ticks() { sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'; }

rss() { awk '/VmRSS/ { print $2 }' "/proc/$1/status"; }
