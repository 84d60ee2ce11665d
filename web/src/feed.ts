import { useEffect, useState } from 'react'
import type { QueryClient } from '@tanstack/react-query'

/** Which pages an event makes stale. */
const STALE: [RegExp, string[]][] = [
  [/^Provider|^Retry|^Attempt|^ModelEscalated|^FallbackUsed|^AgentChunk|^Circuit/, ['live', 'sessions', 'session', 'request']],
  [/^ProviderRequestFinished|^RetrySucceeded|^RetryExhausted|^Run|^Circuit/, ['overview', 'incidents', 'incident', 'failures']],
  [/^Run|^Step|^Verification|^Candidate|^Patch|^Diagnosis|^Judge|^Attempt|^AgentChunk|^Iteration|^Repair|^Retry/, ['runs', 'run']],
  [/^Question/, ['questions', 'overview']],
  [/^Policy/, ['policies', 'policy']],
  [/^Learning|^Strategy/, ['learnings', 'strategies']],
]

export type FeedState = 'connecting' | 'live' | 'lost'
type Told = { state?: FeedState; type?: string }

/**
 * Follows the server's events through one connection for all tabs: in a worker that they share; where there is none, in
 * the one tab that holds a lock, which tells the others; where there are no locks either, each tab on its own. A page
 * that is left lets go, also when the browser keeps it for "back".
 */
function follow(hear: (told: Told) => void): () => void {
  if (typeof SharedWorker !== 'undefined') {
    const worker = new SharedWorker(new URL('./feed-worker.ts', import.meta.url), { type: 'module', name: 'mulligan-feed' })
    worker.port.onmessage = (message) => hear(message.data as Told)
    worker.port.postMessage('follow')
    return () => worker.port.postMessage('leave')
  }
  const listen = (tell: (told: Told) => void) => {
    const source = new EventSource('/api/events')
    source.addEventListener('hello', () => tell({ state: 'live' }))
    source.onmessage = (message) => tell({ type: (JSON.parse(message.data) as { type: string }).type })
    source.onerror = () => tell({ state: 'lost' })
    return source
  }
  if (typeof BroadcastChannel === 'undefined' || !navigator.locks) {
    const source = listen(hear)
    return () => source.close()
  }
  const channel = new BroadcastChannel('mulligan-feed')
  const left = new AbortController()
  let state: FeedState = 'connecting'
  let leading = false
  channel.onmessage = (message) => {
    if (message.data !== 'state?') hear(message.data as Told)
    else if (leading) channel.postMessage({ state })
  }
  channel.postMessage('state?')
  navigator.locks
    .request('mulligan-feed', { signal: left.signal }, () => {
      leading = true
      const source = listen((told) => {
        if (told.state) state = told.state
        hear(told)
        channel.postMessage(told)
      })
      return new Promise<void>((done) => left.signal.addEventListener('abort', () => { source.close(); done() }))
    })
    .catch(() => undefined)
  return () => {
    left.abort()
    channel.close()
  }
}

/** What was shown before the line broke is asked for again when it is back, so nothing stays out of date. */
export function useFeed(queries: QueryClient): FeedState {
  const [state, setState] = useState<FeedState>('connecting')
  useEffect(() => {
    const stale = new Set<string>()
    let timer = 0
    let was: FeedState = 'connecting'
    const flush = () => {
      timer = 0
      queries.invalidateQueries({ predicate: (query) => stale.has(String(query.queryKey[0])) && !isFarDown(query.state.data) })
      stale.clear()
    }
    const hear = ({ state: now, type }: Told) => {
      if (now) {
        if (now === 'live' && was === 'lost') queries.invalidateQueries()
        was = now
        setState(now)
      }
      if (type) {
        STALE.forEach(([pattern, keys]) => pattern.test(type) && keys.forEach((key) => stale.add(key)))
        // Many events at once are one refresh.
        if (stale.size && !timer) timer = window.setTimeout(flush, 150)
      }
    }
    let leave = follow(hear)
    const hidden = () => leave()
    const shown = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      leave = follow(hear)
      queries.invalidateQueries()
    }
    addEventListener('pagehide', hidden)
    addEventListener('pageshow', shown)
    return () => {
      removeEventListener('pagehide', hidden)
      removeEventListener('pageshow', shown)
      leave()
      clearTimeout(timer)
    }
  }, [queries])
  return state
}

/** Somebody reads the old end of a long list: asking for all of it again with each event would help nobody. */
const isFarDown = (data: unknown) => ((data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0) > 5

/** The time, for countdowns and for "… ago". */
export function useNow(everyMs: number) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

/** Whether this is a phone, or a window as narrow as one. */
export function useNarrow() {
  const [narrow, setNarrow] = useState(() => matchMedia('(max-width: 640px)').matches)
  useEffect(() => {
    const query = matchMedia('(max-width: 640px)')
    const changed = () => setNarrow(query.matches)
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  }, [])
  return narrow
}
