import { useEffect, useState } from 'react'
import type { QueryClient } from '@tanstack/react-query'

/** Which pages an event makes stale. */
const STALE: [RegExp, string[]][] = [
  [/^Provider|^Retry|^Attempt|^ModelEscalated|^FallbackUsed|^AgentChunk/, ['live', 'sessions', 'session']],
  [/^Run|^Step|^Verification|^Candidate|^Patch|^Diagnosis|^Judge|^Attempt|^Iteration|^Repair/, ['runs', 'run']],
  [/^Question/, ['questions']],
  [/^Policy/, ['policies', 'policy']],
  [/^Learning|^Strategy/, ['learnings', 'strategies']],
]

export type FeedState = 'connecting' | 'live' | 'lost'

/**
 * Follows the server's events. The browser resumes by itself with the id of the last event it saw; what was shown before
 * the line broke is asked for again, so nothing stays out of date.
 */
export function useFeed(queries: QueryClient, on: boolean): FeedState {
  const [state, setState] = useState<FeedState>('connecting')
  useEffect(() => {
    if (!on) return
    const stale = new Set<string>()
    let timer = 0
    const flush = () => {
      timer = 0
      queries.invalidateQueries({ predicate: (query) => stale.has(String(query.queryKey[0])) && !isFarDown(query.state.data) })
      stale.clear()
    }
    const source = new EventSource('/api/events')
    let opened = false
    source.addEventListener('hello', () => {
      setState('live')
      if (opened) queries.invalidateQueries()
      opened = true
    })
    source.onmessage = (message) => {
      const type = (JSON.parse(message.data) as { type: string }).type
      STALE.forEach(([pattern, keys]) => pattern.test(type) && keys.forEach((key) => stale.add(key)))
      // Many events at once are one refresh.
      if (stale.size && !timer) timer = window.setTimeout(flush, 150)
    }
    source.onerror = () => setState('lost')
    return () => {
      source.close()
      clearTimeout(timer)
    }
  }, [queries, on])
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
