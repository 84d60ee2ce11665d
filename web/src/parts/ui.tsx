import { cloneElement, useEffect, useId, useRef, type ReactElement, type ReactNode } from 'react'
import { Problem } from '../api'
import { OUTCOMES, ago, errorName, exact } from '../words'

/** {@code answer}: the answer to the question one comes to this page with, in one sentence. */
export function Page({ title, lead, answer, tone, actions, children }: { title: ReactNode; lead?: ReactNode; answer?: ReactNode; tone?: 'good' | 'bad' | 'held'; actions?: ReactNode; children: ReactNode }) {
  useEffect(() => {
    if (typeof title === 'string') document.title = title + ' · Mulligan'
  }, [title])
  return (
    <>
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {lead && <p className="lead">{lead}</p>}
          {answer && <p className={'answer ' + (tone ?? '')} data-testid="answer">{answer}</p>}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </>
  )
}

export function Card({ title, aside, children, className = '' }: { title?: ReactNode; aside?: ReactNode; children: ReactNode; className?: string }) {
  const id = useId()
  return (
    <section className={'card ' + className} aria-labelledby={title ? id : undefined}>
      {title && (
        <div className="card-head">
          <h2 id={id}>{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}

export function Stat({ label, value, note, tone, spark }: { label: string; value: ReactNode; note?: ReactNode; tone?: 'good' | 'bad'; spark?: number[] }) {
  return (
    <div className={'stat ' + (tone ?? '')}>
      <dt>{label}</dt>
      <dd>
        {value}
        {note && <small>{note}</small>}
        {spark && <Spark values={spark} label={label + ' by hour'} />}
      </dd>
    </div>
  )
}

/** A figure's last hours, without axes: rising, falling or quiet. */
export function Spark({ values, label }: { values: number[]; label: string }) {
  const most = Math.max(1e-9, ...values)
  const step = 100 / Math.max(1, values.length)
  return (
    <svg className="spark" viewBox="0 0 100 20" preserveAspectRatio="none" role="img" aria-label={`${label}, highest ${Math.round(most * 100) / 100 >= 1 ? Math.round(most) : 0}`}>
      {values.map((value, i) => (
        <rect key={i} x={i * step} width={Math.max(0.5, step - 0.8)} y={20 - Math.max(value > 0 ? 1.5 : 0.4, (value / most) * 20)} height={Math.max(value > 0 ? 1.5 : 0.4, (value / most) * 20)} />
      ))}
    </svg>
  )
}

export const Stats = ({ children, roomy }: { children: ReactNode; roomy?: boolean }) => <dl className={'stats' + (roomy ? ' roomy' : '')}>{children}</dl>

export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="17" />
        <path d="M17 25l5 5 10-11" />
      </svg>
      <p className="empty-title">{title}</p>
      {children && <div className="empty-text">{children}</div>}
    </div>
  )
}

export const Loading = ({ rows = 4 }: { rows?: number }) => (
  <div className="loading" role="status" aria-label="Loading">
    {Array.from({ length: rows }, (_, i) => (
      <div key={i} className="bone" />
    ))}
  </div>
)

export function Trouble({ error, again }: { error: unknown; again?: () => void }) {
  const problem = error instanceof Problem ? error : new Problem(0, 'Something broke', String(error))
  return (
    <div className="trouble" role="alert">
      <strong>{problem.title}</strong>
      <p>{problem.message}</p>
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  )
}

interface Asked<T> {
  data: T | undefined
  error: unknown
  isPending: boolean
  refetch: () => unknown
}

/** One place for the three states of everything that is loaded. */
export function When<T>({ asked, rows, children }: { asked: Asked<T>; rows?: number; children: (data: T) => ReactNode }) {
  if (asked.data !== undefined) return <>{children(asked.data)}</>
  if (asked.isPending) return <Loading rows={rows} />
  return <Trouble error={asked.error} again={() => asked.refetch()} />
}

/** How long ago; the exact time with its zone on hover. */
export const Ago = ({ at, now }: { at: string | null | undefined; now: number }) => <time dateTime={at ?? undefined} title={exact(at)}>{ago(at, now)}</time>

export const OutcomeTag = ({ outcome }: { outcome: string }) => <span className={'tag ' + (OUTCOMES[outcome]?.tone ?? '')}>{OUTCOMES[outcome]?.name ?? outcome}</span>

export const ErrorTag = ({ type }: { type: string | null | undefined }) =>
  type ? <span className={'tag error-' + type}>{errorName(type)}</span> : null

export const ModelTag = ({ model }: { model: string | null | undefined }) =>
  model ? <span className="tag model">{model}</span> : null

export function StatusTag({ status }: { status: string }) {
  const tone: Record<string, string> = { passed: 'good', failed: 'bad', stopped: 'bad', interrupted: 'bad', running: 'busy', scheduled: 'busy', held: 'held', paused: 'held', waiting: 'held', open: 'quiet', skipped: 'quiet' }
  return <span className={'tag ' + (tone[status] ?? '')}>{status}</span>
}

export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    ref.current?.showModal()
  }, [])
  return (
    <dialog ref={ref} aria-labelledby={id} onClose={onClose} onClick={(event) => event.target === ref.current && onClose()}>
      <div className="dialog">
        <div className="card-head">
          <h2 id={id}>{title}</h2>
          <button type="button" className="quiet" aria-label="Close" onClick={onClose}>
            ✕
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

/** A control with its name, and with what is wrong with it. */
export function Field({ label, hint, error, children }: { label: string; hint?: ReactNode; error?: string; children: ReactElement<Record<string, unknown>> }) {
  const id = useId()
  return (
    <div className={'field' + (error ? ' wrong' : '')}>
      <label htmlFor={id}>{label}</label>
      {cloneElement(children, { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': id + 'n' })}
      <small id={id + 'n'} role={error ? 'alert' : undefined}>{error || hint}</small>
    </div>
  )
}
