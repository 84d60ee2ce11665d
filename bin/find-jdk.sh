# Sourced by ./mulligan and ./test. Sets JAVA_HOME to the newest JDK >= $MULLIGAN_JDK_MIN it can find,
# without starting a JVM: the version is read from each JDK's `release` file.

MULLIGAN_JDK_MIN=25

# Prints the major version of the JDK in folder $1, or nothing.
jdk_major() {
  [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
  sed -n 's/^JAVA_VERSION="\{0,1\}\([0-9]*\).*/\1/p' "$1/release" | head -n 1
}

# Offers folder $1; keeps it when it is the newest so far.
offer_jdk() {
  [ -d "$1" ] || return 0
  offered=$(jdk_major "$1")
  [ -n "$offered" ] || return 0
  jdks_seen="$jdks_seen $1 ($offered)"
  if [ "$offered" -ge "$MULLIGAN_JDK_MIN" ] && [ "$offered" -gt "$best_major" ]; then
    best_major=$offered
    best_jdk=$1
  fi
}

find_jdk() {
  best_major=0
  best_jdk=
  jdks_seen=
  # What the user named wins over what is newest.
  for named in "${MULLIGAN_JAVA_HOME:-}" "${JAVA_HOME:-}"; do
    [ -n "$named" ] || continue
    offer_jdk "$named"
    if [ -n "$best_jdk" ]; then
      JAVA_HOME=$best_jdk
      export JAVA_HOME
      return 0
    fi
  done
  if javac_path=$(command -v javac 2>/dev/null); then
    javac_real=$(readlink -f "$javac_path" 2>/dev/null || echo "$javac_path")
    offer_jdk "$(dirname "$(dirname "$javac_real")")"
  fi
  for place in /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* /opt/*jdk* /usr/local/openjdk* \
    "$HOME"/.sdkman/candidates/java/* "$HOME"/.asdf/installs/java/* "$HOME"/.local/share/mise/installs/java/* \
    "$HOME"/.jdks/* "$HOME"/.jenv/versions/* "$HOME"/.gradle/jdks/* \
    /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
    offer_jdk "$place"
  done
  if [ -z "$best_jdk" ]; then
    {
      echo "mulligan: needs a JDK $MULLIGAN_JDK_MIN or newer, and found none."
      if [ -n "$jdks_seen" ]; then echo "  too old:$jdks_seen"; fi
      echo "  Install one (for example Temurin $MULLIGAN_JDK_MIN), or point to it:"
      echo "  MULLIGAN_JAVA_HOME=/path/to/jdk $0"
    } >&2
    exit 2
  fi
  JAVA_HOME=$best_jdk
  export JAVA_HOME
}

# Maven must be there to build; says what to do when it is not.
need_maven() {
  command -v mvn >/dev/null 2>&1 && return 0
  {
    echo "mulligan: needs Maven 3.8.7 or newer to build, and 'mvn' is not on the PATH."
    echo "  Install it with your package manager (apt-get install maven, brew install maven) and run $0 again."
  } >&2
  exit 2
}

# Quiet Maven 3's own warnings on a new JDK.
maven_opts() {
  MAVEN_OPTS="${MAVEN_OPTS:-} --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED"
  export MAVEN_OPTS
}
