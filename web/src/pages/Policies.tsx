import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, get, Problem, raw, type ErrorType, type RetryPolicy } from '../api'
import { useQueryParam } from '../router'
import { errorName, some, span } from '../words'
import { Card, Field, Page, Trouble, When } from '../parts/ui'
import { DelayCurve } from '../parts/charts'
import { useProjects } from '../parts/filters'

interface Book { policies: RetryPolicy[]; templates: RetryPolicy[]; errors: ErrorType[] }

const EDITED = ['maxAttempts', 'backoffBase', 'backoffMultiplier', 'maxBackoff', 'retryableErrors', 'autoEscalate', 'escalateAfterRetries', 'backoff', 'jitter', 'attemptTimeout', 'deadline'] as const
type Draft = Pick<RetryPolicy, (typeof EDITED)[number]> & { name: string }

const draftOf = (policy: RetryPolicy): Draft => ({
  name: policy.name,
  ...(Object.fromEntries(EDITED.map((key) => [key, policy[key]])) as unknown as Omit<Draft, 'name'>),
})

/** What the lab proposed: a template, or attempts and a first wait. It is a draft until somebody saves it. */
function asked(own: Draft, book: Book): Draft {
  const params = new URLSearchParams(location.search)
  const template = book.templates.find((one) => one.id === params.get('template'))
  if (template) return { ...draftOf(template), name: own.name }
  const attempts = Number(params.get('attempts'))
  const base = Number(params.get('base'))
  return attempts ? { ...own, maxAttempts: attempts, backoffBase: base, maxBackoff: Math.max(30, base), backoff: 'exponential' } : own
}

const said = (policy: RetryPolicy | undefined, chosen: string) =>
  policy && `${chosen === 'default' ? 'The default policy' : `Project ${chosen}`} makes up to ${policy.maxAttempts} attempts and waits ${span(policy.delays.reduce((a, b) => a + b, 0) * 1000)} between them in all.`

export function Policies() {
  const [scope, setScope] = useQueryParam('scope')
  const [fresh, setFresh] = useState('')
  const book = useQuery({ queryKey: ['policies'], queryFn: () => get<Book>('/api/policies') })
  const projects = useProjects()
  const chosen = scope || 'default'
  return (
    <Page title="Policies" lead="When to try again, how long to wait, when to use a stronger model. Changes count from the next request on."
      answer={book.data && said(book.data.policies.find((p) => p.id === chosen) ?? book.data.policies.find((p) => p.id === 'default'), chosen)}>
      <When asked={book}>
        {(data) => {
          const names = [...new Set(['default', ...data.policies.map((p) => p.id), ...projects, chosen])]
          return (
            <>
              <div className="filters">
                <select aria-label="Whose policy" value={chosen} onChange={(event) => setScope(event.target.value === 'default' ? '' : event.target.value)}>
                  {names.map((name) => (
                    <option key={name} value={name}>
                      {name === 'default' ? 'Default policy' : 'Project ' + name + (data.policies.some((p) => p.id === name) ? '' : ' (follows the default)')}
                    </option>
                  ))}
                </select>
                <form
                  className="row"
                  onSubmit={(event) => {
                    event.preventDefault()
                    if (fresh.trim()) setScope(fresh.trim())
                    setFresh('')
                  }}
                >
                  <input aria-label="Name of another project" placeholder="Another project" value={fresh} onChange={(event) => setFresh(event.target.value)} />
                  <button type="submit" disabled={!fresh.trim()}>Open</button>
                </form>
              </div>
              <Editor key={chosen} scope={chosen} book={data} />
            </>
          )
        }}
      </When>
    </Page>
  )
}

function Editor({ scope, book }: { scope: string; book: Book }) {
  const queries = useQueryClient()
  const path = scope === 'default' ? '/api/retry-policy' : `/api/projects/${encodeURIComponent(scope)}/retry-policy`
  const stored = useQuery({ queryKey: ['policy', scope], queryFn: async () => {
    const { data, etag } = await raw('GET', path)
    return { policy: data as RetryPolicy, etag }
  } })
  const [draft, setDraft] = useState<Draft | null>(null)
  useEffect(() => {
    if (stored.data && !draft) setDraft(asked(draftOf(stored.data.policy), book))
  }, [stored.data, draft])
  const preview = useQuery({
    queryKey: ['policy-preview', scope, stored.data?.etag, draft],
    enabled: !!draft,
    queryFn: () => call<RetryPolicy>('POST', '/api/retry-policy/preview?project=' + encodeURIComponent(scope), draft),
    placeholderData: (before) => before,
    retry: false,
  })
  const save = useMutation({
    mutationFn: () => raw('PUT', path, draft, stored.data?.etag ? { 'if-match': stored.data.etag } : {}),
    onSuccess: ({ data, etag }) => {
      queries.setQueryData(['policy', scope], { policy: data, etag })
      queries.invalidateQueries({ queryKey: ['policies'] })
      setDraft(draftOf(data))
    },
  })
  const reset = useMutation({
    mutationFn: () => raw('DELETE', path, undefined, stored.data?.etag ? { 'if-match': stored.data.etag } : {}),
    onSuccess: ({ data, etag }) => {
      save.reset()
      queries.setQueryData(['policy', scope], { policy: data, etag })
      queries.invalidateQueries({ queryKey: ['policies'] })
      setDraft(draftOf(data))
    },
  })
  if (!stored.data || !draft) return <When asked={stored}>{() => null}</When>
  const before = stored.data.policy
  const trouble = preview.error ?? save.error ?? reset.error
  const wrong = trouble instanceof Problem ? trouble : null
  const errorOf = (field: string) => (preview.error instanceof Problem && preview.error.field === field ? preview.error.message : undefined)
  const set = (change: Partial<Draft>) => {
    save.reset()
    reset.reset()
    setDraft({ ...draft, ...change })
  }
  const number = (text: string) => (text.trim() === '' ? null : Number(text))
  const shown = preview.data ?? before
  const changes = preview.error ? [] : (preview.data?.changes ?? []).filter((change) => change.field !== 'maxRetries')
  const off = draft.maxAttempts <= 1
  return (
    <div className="editor">
      <Card
        title={scope === 'default' ? 'Default policy' : 'Policy of ' + scope}
        aside={
          <select
            aria-label="Start from a template"
            value=""
            onChange={(event) => {
              const template = book.templates.find((one) => one.id === event.target.value)
              if (template) set(draftOf(template))
            }}
          >
            <option value="">Start from a template …</option>
            {book.templates.map((template) => (
              <option key={template.id} value={template.id}>{template.id}: {template.purpose}</option>
            ))}
          </select>
        }
      >
        {before.inherited && <p className="faint">This project follows the default policy until something is saved here.</p>}
        <label className="check strong">
          <input type="checkbox" checked={!off} onChange={(event) => set({ maxAttempts: event.target.checked ? 4 : 1 })} />
          Retry automatically
        </label>
        <div className="fields">
          <Field label="Attempts at most" hint={off ? 'the first only: nothing is retried' : `the first and up to ${some(draft.maxAttempts - 1, 'retry', 'retries')}`} error={errorOf('maxAttempts') ?? errorOf('maxRetries')}>
            <input type="number" min="1" max="10000" value={draft.maxAttempts || ''} onChange={(event) => set({ maxAttempts: number(event.target.value) ?? 0 })} />
          </Field>
          <Field label="Backoff" error={errorOf('backoff')}>
            <select value={draft.backoff} onChange={(event) => set({ backoff: event.target.value })}>
              <option>exponential</option><option>linear</option><option>fixed</option>
            </select>
          </Field>
          <Field label="First wait, seconds" error={errorOf('backoffBase')}>
            <input type="number" min="0" step="any" value={draft.backoffBase} onChange={(event) => set({ backoffBase: number(event.target.value) ?? 0 })} />
          </Field>
          <Field label="Backoff multiplier" error={errorOf('backoffMultiplier')}>
            <input type="number" min="1" step="any" value={draft.backoffMultiplier} disabled={draft.backoff !== 'exponential'} onChange={(event) => set({ backoffMultiplier: number(event.target.value) ?? 1 })} />
          </Field>
          <Field label="Longest wait, seconds" error={errorOf('maxBackoff')}>
            <input type="number" min="0" step="any" value={draft.maxBackoff} onChange={(event) => set({ maxBackoff: number(event.target.value) ?? 0 })} />
          </Field>
          <Field label="Spread" error={errorOf('jitter')}>
            <select value={draft.jitter} onChange={(event) => set({ jitter: event.target.value })}>
              <option value="off">none</option><option value="ten_percent">± 10 %</option><option value="full">full</option><option value="decorrelated">decorrelated</option>
            </select>
          </Field>
          <Field label="Timeout of one attempt, seconds" hint="empty: none" error={errorOf('attemptTimeout')}>
            <input type="number" min="0" step="any" value={draft.attemptTimeout ?? ''} onChange={(event) => set({ attemptTimeout: number(event.target.value) })} />
          </Field>
          <Field label="Deadline for all, seconds" hint="empty: none" error={errorOf('deadline')}>
            <input type="number" min="0" step="any" value={draft.deadline ?? ''} onChange={(event) => set({ deadline: number(event.target.value) })} />
          </Field>
        </div>
        <fieldset>
          <legend>Errors that are retried</legend>
          <div className="checks">
            {book.errors.map((error) => (
              <label key={error} className="check">
                <input
                  type="checkbox"
                  checked={draft.retryableErrors.includes(error)}
                  onChange={(event) => set({ retryableErrors: event.target.checked ? [...draft.retryableErrors, error] : draft.retryableErrors.filter((one) => one !== error) })}
                />
                {errorName(error)}
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend>Escalation</legend>
          <label className="check">
            <input type="checkbox" checked={draft.autoEscalate} onChange={(event) => set({ autoEscalate: event.target.checked, escalateAfterRetries: event.target.checked ? Math.max(1, draft.escalateAfterRetries || 2) : 0 })} />
            Use a more capable model by itself
          </label>
          {draft.autoEscalate && (
            <Field label="After this many failed attempts" error={errorOf('escalateAfterRetries')}>
              <input type="number" min="1" value={draft.escalateAfterRetries} onChange={(event) => set({ escalateAfterRetries: number(event.target.value) ?? 1 })} />
            </Field>
          )}
        </fieldset>
      </Card>
      <div className="beside">
        <Card title="Waits between attempts">
          <DelayCurve delays={shown.delays} before={changes.length ? before.delays : undefined} cap={shown.maxBackoff} />
        </Card>
        <Card title="What would change">
          {changes.length ? (
            <ul className="changes">
              {changes.map((change) => (
                <li key={change.field}><strong>{fieldName(change.field)}</strong> <del>{value(change.from)}</del> → <ins>{value(change.to)}</ins></li>
              ))}
            </ul>
          ) : (
            <p className="faint">Nothing: this is what is in force.</p>
          )}
          {shown.warnings?.map((warning) => (
            <p key={warning.field + warning.message} className="warning"><strong>{fieldName(warning.field)}</strong> {warning.message}</p>
          ))}
          {wrong && <Trouble error={wrong} />}
          {save.isSuccess && !changes.length && <p role="status" className="saved">Saved. It counts from the next request on.</p>}
          {reset.isSuccess && !changes.length && <p role="status" className="saved">{scope === 'default' ? 'Back to how the server was started.' : 'This project follows the default policy again.'}</p>}
          <div className="actions end">
            {before.changed && (
              <button type="button" className="quiet" disabled={reset.isPending} onClick={() => reset.mutate()}>
                {scope === 'default' ? 'Back to how it was started' : 'Follow the default again'}
              </button>
            )}
            <button type="button" className="quiet" disabled={!changes.length} onClick={() => { save.reset(); setDraft(draftOf(before)) }}>Undo</button>
            <button type="button" className="primary" disabled={!changes.length || !!preview.error || save.isPending} onClick={() => save.mutate()}>Save</button>
          </div>
        </Card>
      </div>
    </div>
  )
}

const NAMES: Record<string, string> = {
  maxAttempts: 'Attempts at most', backoffBase: 'First wait', backoffMultiplier: 'Multiplier', maxBackoff: 'Longest wait', retryableErrors: 'Retried errors',
  autoEscalate: 'Escalation', escalateAfterRetries: 'Escalate after', backoff: 'Backoff', jitter: 'Spread', attemptTimeout: 'Timeout', deadline: 'Deadline',
  name: 'Name', cap: 'Longest wait', base: 'First wait', escalateAfter: 'Escalate after', retryOn: 'Retried errors', maxServerWait: 'Stated waits',
}
const fieldName = (field: string) => NAMES[field] ?? field
const value = (it: unknown) => (it == null ? 'none' : Array.isArray(it) ? it.map((one) => errorName(String(one))).join(', ') || 'none' : typeof it === 'boolean' ? (it ? 'on' : 'off') : String(it))
