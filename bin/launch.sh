# Sourced by ./mulligan and by bin/mulligan of an installed archive: starts the program from a folder with lib/, jars
# and, if they are there, mulligan.aot and native/.

# Named, so that no jar is searched for one.
logger="-Dslf4j.provider=org.slf4j.simple.SimpleServiceProvider -Dslf4j.internal.verbosity=ERROR"

# Sets cp to the class path of the app in folder $1.
class_path() {
  cp=
  while read -r jar; do cp="$cp:$1/lib/$jar"; done <"$1/jars"
  cp=${cp#:}
}

# Lists the jars of the app in folder $1. What every command needs stands first, so that a start opens a few jars
# instead of all of them.
list_jars() {
  { (cd "$1/lib" && ls mulligan-*.jar sqlite-jdbc-*.jar slf4j-*.jar && ls | grep -v -e '^mulligan-' -e '^sqlite-jdbc-' -e '^slf4j-'); } >"$1/jars"
}

# What short commands and servers run with; a cache serves best with the collector it was made with. Reflection by way of
# native code is slower in the long run and much sooner ready.
short="-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Djdk.reflect.useNativeAccessorOnly=true"
long="-XX:+UseG1GC"

# Makes the caches of loaded classes of the app in folder $1 with the Java in folder $2. Without them Mulligan still
# starts, only slower. A server learns from 16,000 requests: with 4,000 it is slower in its first seconds, more change nothing.
train() {
  class_path "$1"
  train_with "$1/mulligan.aot" "$short" "$2" "$1/native"
  train_with "$1/serve.aot" "$long" "$2" "$1/native" serve 16000
}

# Makes the cache $1 with the options $2 and the Java in folder $3. What is done meanwhile happens in a folder of its own:
# neither the user's files nor the user's state are touched.
train_with() {
  cache=$1 tune=$2 java_home=$3
  shift 3
  training_folder=$(mktemp -d) || return 1
  (
    mkdir "$training_folder/work"
    cd "$training_folder/work"
    export HOME="$training_folder" XDG_STATE_HOME="$training_folder/state" XDG_CONFIG_HOME="$training_folder/config" \
      XDG_CACHE_HOME="$training_folder/cache" XDG_DATA_HOME="$training_folder/data"
    unset MULLIGAN_STORE MULLIGAN_TOKEN MULLIGAN_POLICY
    # shellcheck disable=SC2086
    "$java_home/bin/java" -XX:AOTCacheOutput="$cache" $tune \
      --enable-native-access=ALL-UNNAMED $logger -cp "$cp" dev.mulligan.cli.StartTraining "$@" </dev/null >/dev/null
  )
  trained=$?
  rm -rf "$training_folder"
  return $trained
}

# With fewer open files than this Java cannot even load its classes; it raises the soft limit by itself.
fewest_files=256

enough_files() {
  files=$(ulimit -Hn 2>/dev/null || echo unlimited)
  case "$files" in '' | *[!0-9]*) return 0 ;; esac
  [ "$files" -lt "$fewest_files" ] || return 0
  echo "mulligan: only $files open files are allowed here, and it needs $fewest_files. Raise the limit (ulimit -n 1024, or the service's own setting) and start it again." >&2
  exit 2
}

# Becomes the program: the app in folder $1, the Java in folder $2, then the arguments. $program is the file that starts it,
# for settings of other programs that call it.
launch() {
  app=$1
  java_home=$2
  shift 2
  enough_files
  [ -d "$(pwd -P 2>/dev/null)" ] || {
    echo "mulligan: the folder you are in does not exist any more. Change to another one and start it again." >&2
    exit 2
  }
  # File names beyond ASCII need a locale that can say them.
  case "${LC_ALL:-${LC_CTYPE:-${LANG:-}}}" in *UTF-8* | *utf8*) ;; *) export LC_ALL=C.UTF-8 MULLIGAN_SET_LC_ALL=1 ;; esac
  words="${1:-} ${2:-}"
  [ "${1:-}" != --debug ] || words="${2:-} ${3:-}"
  case "$words" in
    # Long-lived: a throughput JIT and collector pay off.
    serve\ * | worker\ * | demo\ * | simulate\ provider) tune=$long cache=$app/serve.aot ;;
    # A gateway for one client: it starts like a short command, with a server's classes.
    wrap\ * | --\ * | claude\ * | codex\ * | gemini\ * | opencode\ *) tune=$short cache=$app/serve.aot ;;
    *) tune=$short cache=$app/mulligan.aot ;;
  esac
  aot=
  [ ! -f "$cache" ] || aot="-XX:AOTCache=$cache -Xlog:aot=off,cds=off"
  class_path "$app"
  [ ! -d "$app/native" ] || tune="$tune -Dorg.sqlite.lib.path=$app/native -Dorg.sqlite.tmpdir=$app/native"
  # shellcheck disable=SC2086
  exec "$java_home/bin/java" $aot $tune --enable-native-access=ALL-UNNAMED $logger ${MULLIGAN_JAVA_OPTS:-} "-Dmulligan.program=${program:-mulligan}" -cp "$cp" dev.mulligan.cli.Main "$@"
}
