# Puts mulligan on the PATH of the steps that follow. ARCHIVE is a file or an address, SHA256 its checksum,
# INSTALL_TO the folder. Without ARCHIVE mulligan must be there already.
set -eu
if [ -z "${ARCHIVE:-}" ]; then
  command -v mulligan >/dev/null || {
    echo "::error::mulligan is not installed on this runner. Give the input archive: a file, or the address of mulligan-VERSION-linux-x64.tar.gz"
    exit 1
  }
  exit 0
fi
mkdir -p "$INSTALL_TO"
file=$INSTALL_TO/mulligan.tar.gz
case "$ARCHIVE" in
  http://* | https://*) curl -fsSL --retry 5 --retry-all-errors -o "$file" "$ARCHIVE" ;;
  *) cp "$ARCHIVE" "$file" ;;
esac
if [ -n "${SHA256:-}" ] && ! echo "$SHA256  $file" | sha256sum -c - >/dev/null; then
  echo "::error::the archive $ARCHIVE does not have the checksum $SHA256"
  exit 1
fi
tar -xzf "$file" -C "$INSTALL_TO" --strip-components=1
rm "$file"
echo "$INSTALL_TO/bin" >>"$GITHUB_PATH"
"$INSTALL_TO/bin/mulligan" --version
