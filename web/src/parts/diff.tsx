/** A change as people read changes. */
export const Diff = ({ text, label }: { text: string; label: string }) => (
  <pre className="diff" tabIndex={0} aria-label={label}>
    {text.split('\n').map((line, i) => (
      <span key={i} className={line.startsWith('+') ? 'add' : line.startsWith('-') ? 'del' : line.startsWith('@@') ? 'hunk' : ''}>{line + '\n'}</span>
    ))}
  </pre>
)
