import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { call, get, type Live as LiveData, type Question, type RunRow, type SessionRow } from './api'
import { useFeed, type FeedState } from './feed'
import { Link, go, usePath } from './router'
import { Dialog, Field, Loading, Trouble } from './parts/ui'
import { titled } from './words'
import { Overview } from './pages/Overview'
import { Incident, Incidents } from './pages/Incidents'
import { Failures } from './pages/Failures'
import { Request } from './pages/Request'
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
  ['/', 'Overview', 'o'],
  ['/live', 'Live', 'l'],
  ['/incidents', 'Incidents', 'i'],
  ['/sessions', 'Sessions', 's'],
  ['/runs', 'Runs', 'r'],
  ['/questions', 'Questions', 'q'],
  ['/analytics', 'Analytics', 'a'],
  ['/policies', 'Policies', 'p'],
  ['/learning', 'Learning', 'e'],
  ['/lab', 'Lab', 'b'],
]

function page(path: string): ReactNode {
  const [, first = '', second, third, fourth] = path.split('?')[0]!.split('/')
  const id = second ? decodeURIComponent(second) : undefined
  switch (first) {
    case '':
      return <Overview />
    case 'live':
      return <Live />
    case 'incidents':
      return id ? <Incident id={id} key={id} /> : <Incidents />
    case 'failures':
      return <Failures />
    case 'sessions':
      if (id && third === 'requests' && fourth) return <Request session={id} id={decodeURIComponent(fourth)} key={fourth} />
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
          <Link href="/">Go to the overview</Link>
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
  const feed = useFeed(queries)
  const [menu, setMenu] = useState(false)
  const [help, setHelp] = useState<'keys' | 'search' | null>(null)
  const live = useQuery({ queryKey: ['live'], queryFn: () => get<LiveData>('/api/live'), refetchInterval: 15000 })
  const questions = useQuery({ queryKey: ['questions'], queryFn: () => get<{ questions: Question[] }>('/api/questions'), refetchInterval: 60000 })
  const open = questions.data?.questions.filter((q) => !q.answeredAt).length ?? 0
  useShortcuts(setHelp)
  useEffect(() => setMenu(false), [path])
  const here = '/' + (path.split('?')[0]!.split('/')[1] ?? '')
  const badge: Record<string, number> = { '/live': live.data?.waiting ?? 0, '/questions': open }
  return (
    <div className="house">
      <a className="skip" href="#main">Skip to the page</a>
      <nav aria-label="Pages" className={menu ? 'open' : undefined}>
        <Link href="/" className="brand">
          <img src="/icon.svg" alt="" width="26" height="26" />
          Mulligan
        </Link>
        <button type="button" className="menu" aria-expanded={menu} onClick={() => setMenu(!menu)}>
          {NAV.find(([to]) => to === here)?.[1] ?? 'Menu'} <span aria-hidden="true">{menu ? '▴' : '▾'}</span>
        </button>
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
          <button type="button" className="quiet keys" onClick={() => setHelp('keys')}>Keys <kbd>?</kbd></button>
          {token && (
            <button type="button" className="quiet" onClick={() => call('POST', '/api/logout').then(() => location.reload())}>
              Log out
            </button>
          )}
        </div>
      </nav>
      <main id="main" tabIndex={-1}>
        {feed === 'lost' && <p className="banner" role="alert">The server does not answer. What you see is what was known before; the page catches up by itself when it is back.</p>}
        {page(path)}
      </main>
      {help === 'keys' && <Keys onClose={() => setHelp(null)} />}
      {help === 'search' && <Search onClose={() => setHelp(null)} />}
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
      <option value="system">System colours</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  )
}

/** g and a letter goes to a page, / searches, ? shows the keys. */
function useShortcuts(show: (what: 'keys' | 'search') => void) {
  useEffect(() => {
    let after = 0
    const pressed = (event: KeyboardEvent) => {
      const at = event.target as HTMLElement
      if (event.metaKey || event.ctrlKey || event.altKey || /INPUT|TEXTAREA|SELECT/.test(at.tagName) || document.querySelector('dialog[open]')) return
      if (event.key === 'g') {
        after = Date.now()
      } else if (event.key === '?') {
        show('keys')
      } else if (event.key === '/') {
        event.preventDefault()
        const search = document.querySelector<HTMLInputElement>('input[type=search]')
        if (search) search.focus()
        else show('search')
      } else if (Date.now() - after < 1500) {
        const found = NAV.find(([, , key]) => key === event.key)
        after = 0
        if (found) go(found[0])
      }
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [show])
}

function Keys({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <table className="list" aria-label="Keys">
        <tbody>
          {NAV.map(([to, name, key]) => <tr key={to}><td><kbd>g</kbd> then <kbd>{key}</kbd></td><td>{name}</td></tr>)}
          <tr><td><kbd>/</kbd></td><td>Search</td></tr>
          <tr><td><kbd>?</kbd></td><td>These keys</td></tr>
        </tbody>
      </table>
    </Dialog>
  )
}

/** Sessions by title or id, runs by name or id. */
function Search({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const sessions = useQuery({ queryKey: ['search', text], queryFn: () => get<{ sessions: SessionRow[] }>('/api/sessions?limit=8&q=' + encodeURIComponent(text)), enabled: text.length > 1, placeholderData: (before) => before })
  const runs = useQuery({ queryKey: ['search-runs'], queryFn: () => get<{ runs: RunRow[] }>('/api/runs?limit=200') })
  const wanted = text.toLowerCase()
  const found = text.length > 1 ? (runs.data?.runs.filter((run) => (run.name + ' ' + run.id).toLowerCase().includes(wanted)).slice(0, 8) ?? []) : []
  const hits = text.length > 1 ? (sessions.data?.sessions ?? []) : []
  return (
    <Dialog title="Search" onClose={onClose}>
      <input type="search" className="whole" autoFocus placeholder="A session's title or id, a run's name" aria-label="Search sessions and runs" value={text} onChange={(event) => setText(event.target.value)} />
      <ul className="notes" aria-label="Found">
        {hits.map((one) => <li key={one.id}><span className="tag">session</span> <Link href={'/sessions/' + encodeURIComponent(one.id)} onClick={onClose}>{one.title ? titled(one.title) : one.id}</Link></li>)}
        {found.map((one) => <li key={one.id}><span className="tag">run</span> <Link href={'/runs/' + encodeURIComponent(one.id)} onClick={onClose}>{one.name || one.id}</Link></li>)}
      </ul>
      {text.length > 1 && !hits.length && !found.length && <p className="faint">Nothing found.</p>}
    </Dialog>
  )
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
