# Runs COMMAND with mulligan exec, or PLAN with mulligan run; then annotations and the job summary. Ends as they end.
set -eu
mulligan=${MULLIGAN:-mulligan}
result=$(mktemp)
code=0
if [ -n "${PLAN:-}" ]; then
  "$mulligan" run "$PLAN" --yes --json >"$result" || code=$?
elif [ -n "${COMMAND:-}" ]; then
  set -- exec --operation "${OPERATION:-test}" --json
  [ -z "${AGENT:-}" ] || set -- "$@" --agent "$AGENT"
  "$mulligan" "$@" -- sh -c "$COMMAND" >"$result" || code=$?
else
  echo "::error::give the input command or the input plan"
  exit 2
fi
if [ -s "$result" ]; then
  "$mulligan" ci "$result" --summary "${GITHUB_STEP_SUMMARY:-/dev/null}"
else
  echo "::error::mulligan ended with $code before it had a result; see the lines above"
fi
[ -z "${GITHUB_OUTPUT:-}" ] || echo "success=$([ "$code" -eq 0 ] && echo true || echo false)" >>"$GITHUB_OUTPUT"
rm -f "$result"
exit "$code"
