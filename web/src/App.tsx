import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { call, get, type Live as LiveData, type Question } from './api'
import { useFeed, type FeedState } from './feed'
import { Link, go, usePath } from './router'
import { Field, Loading, Trouble } from './parts/ui'
import { Live } from './pages/Live'
import { Sessions } from './pages/Sessions'
import { Session } from './pages/Session'
import { Runs } from './pages/Runs'
import { Run } from './pages/Run'
import { Policies } from './pages/Policies'
import { Analytics } from './pages/Analytics'
import { Learning } from './pages/Learning'
import { Lab } from './pages/Lab'
import { Questions } from './pages/Questions'

const NAV: [string, string, string][] = [
  ['/', 'Live', 'l'],
  ['/sessions', 'Sessions', 's'],
  ['/runs', 'Runs', 'r'],
  ['/questions', 'Questions', 'q'],
  ['/analytics', 'Analytics', 'a'],
  ['/policies', 'Policies', 'p'],
  ['/learning', 'Learning', 'e'],
  ['/lab', 'Lab', 'b'],
]

function page(path: string): ReactNode {
  const [, first = '', second] = path.split('?')[0]!.split('/')
  const id = second ? decodeURIComponent(second) : undefined
  switch (first) {
    case '':
      return <Live />
    case 'sessions':
      return id ? <Session id={id} key={id} /> : <Sessions />
    case 'runs':
      return id ? <Run id={id} key={id} /> : <Runs />
    case 'questions':
      return <Questions />
    case 'analytics':
      return <Analytics />
    case 'policies':
      return <Policies />
    case 'learning':
      return <Learning />
    case 'lab':
      return <Lab />
    default:
      return (
        <div className="empty">
          <p className="empty-title">There is no such page</p>
          <Link href="/">Go to what is live</Link>
        </div>
      )
  }
}

export function App() {
  const path = usePath()
  const access = useQuery({ queryKey: ['access'], queryFn: () => get<{ tokenNeeded: boolean; loggedIn: boolean; proven: boolean }>('/api/access'), staleTime: Infinity })
  if (access.isPending) return <main className="alone"><Loading rows={2} /></main>
  if (access.error) return <main className="alone"><Trouble error={access.error} again={() => access.refetch()} /></main>
  return access.data.loggedIn && path.split('?')[0] !== '/login' ? <House token={access.data.proven} /> : <Login />
}

function House({ token }: { token: boolean }) {
  const path = usePath()
  const queries = useQueryClient()
  const feed = useFeed(queries, true)
  const live = useQuery({ queryKey: ['live'], queryFn: () => get<LiveData>('/api/live'), refetchInterval: 15000 })
  const questions = useQuery({ queryKey: ['questions'], queryFn: () => get<{ questions: Question[] }>('/api/questions'), refetchInterval: 60000 })
  const open = questions.data?.questions.filter((q) => !q.answeredAt).length ?? 0
  useShortcuts()
  const here = '/' + (path.split('?')[0]!.split('/')[1] ?? '')
  const badge: Record<string, number> = { '/': live.data?.waiting ?? 0, '/questions': open }
  return (
    <div className="house">
      <a className="skip" href="#main">Skip to the page</a>
      <nav aria-label="Pages">
        <Link href="/" className="brand">
          <img src="/icon.svg" alt="" width="26" height="26" />
          Mulligan
        </Link>
        <ul>
          {NAV.map(([to, name, key]) => (
            <li key={to}>
              <Link href={to} aria-current={here === to ? 'page' : undefined} title={`g then ${key}`}>
                {name}
                {!!badge[to] && <span className="badge" aria-label={`${badge[to]} waiting`}>{badge[to]}</span>}
              </Link>
            </li>
          ))}
        </ul>
        <div className="nav-foot">
          <Line state={feed} />
          <Theme />
          {token && (
            <button type="button" className="quiet" onClick={() => call('POST', '/api/logout').then(() => location.reload())}>
              Log out
            </button>
          )}
        </div>
      </nav>
      <main id="main" tabIndex={-1}>
        {page(path)}
      </main>
    </div>
  )
}

function Line({ state }: { state: FeedState }) {
  const words = { connecting: 'Connecting …', live: 'Up to date', lost: 'Line lost, trying again' }
  return (
    <p className={'line ' + state} role="status">
      <i aria-hidden="true" />
      {words[state]}
    </p>
  )
}

function Theme() {
  const [theme, setTheme] = useState(() => localStorage.getItem('theme') ?? 'system')
  useEffect(() => {
    document.documentElement.dataset.theme = theme
    localStorage.setItem('theme', theme)
  }, [theme])
  return (
    <select aria-label="Colours" value={theme} onChange={(event) => setTheme(event.target.value)}>
      <option value="system">Colours of the system</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  )
}

/** g and a letter goes to a page, / goes to the search field. */
function useShortcuts() {
  useEffect(() => {
    let after = 0
    const pressed = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      if (event.metaKey || event.ctrlKey || event.altKey || /INPUT|TEXTAREA|SELECT/.test(at.tagName) || document.querySelector('dialog[open]')) return
      if (event.key === 'g') {
        after = Date.now()
      } else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('input[type=search]')
        if (search) {
          event.preventDefault()
          search.focus()
        }
      } else if (Date.now() - after < 1500) {
        const found = NAV.find(([, , key]) => key === event.key)
        after = 0
        if (found) go(found[0])
      }
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [])
}

/** The part of a login link that browsers keep to themselves. Taken once: it is gone from the address at once. */
let code = location.pathname === '/login' ? location.hash.slice(1) : ''
if (code) history.replaceState(null, '', '/login')

function Login() {
  const [token, setToken] = useState('')
  const [wrong, setWrong] = useState('')
  const enter = (proof: { token: string } | { code: string }) =>
    call('POST', '/api/login', proof).then(
      () => (location.pathname === '/login' ? location.replace('/') : location.reload()),
      (error: Error) => setWrong(error.message),
    )
  useEffect(() => {
    if (code) enter({ code })
    code = ''
  }, [])
  return (
    <main className="alone">
      <form
        className="card login"
        onSubmit={(event) => {
          event.preventDefault()
          enter({ token })
        }}
      >
        <img src="/icon.svg" alt="" width="44" height="44" />
        <h1>Mulligan</h1>
        <Field label="Token" hint="From mulligan token create." error={wrong}>
          <input type="password" value={token} autoFocus autoComplete="current-password" onChange={(event) => setToken(event.target.value)} />
        </Field>
        <button type="submit" className="primary">Log in</button>
      </form>
    </main>
  )
}
