/** Figures as people read them. */
export const money = (micros: number | null | undefined) => {
  if (micros == null) return '–'
  const dollars = micros / 1e6
  const sign = dollars < 0 ? '−' : ''
  const size = Math.abs(dollars)
  return sign + '$' + (size >= 1 ? size.toFixed(2) : size === 0 ? '0' : size >= 0.01 ? size.toFixed(3) : size.toFixed(5))
}

export const percent = (rate: number | null | undefined, digits = 1) =>
  rate == null ? '–' : (rate * 100).toFixed(rate > 0 && rate < 0.1 ? digits : digits === 0 ? 0 : 1).replace(/\.0$/, '') + ' %'

export const count = (n: number | null | undefined) => (n == null ? '–' : n.toLocaleString('en-US'))

export const span = (ms: number | null | undefined) => {
  if (ms == null) return '–'
  if (ms < 1000) return Math.round(ms) + ' ms'
  const seconds = ms / 1000
  if (seconds < 60) return (seconds < 10 ? seconds.toFixed(1).replace(/\.0$/, '') : Math.round(seconds)) + ' s'
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`
}

/** Tenths below a minute; above it minutes and seconds, which change in the moment they should. */
export const countdown = (seconds: number) => {
  if (seconds < 60) return seconds.toFixed(1)
  const whole = Math.ceil(seconds)
  return Math.floor(whole / 60) + ':' + String(whole % 60).padStart(2, '0')
}

export const ago = (time: string | null | undefined, now: number) => {
  if (!time) return '–'
  const seconds = Math.max(0, (now - Date.parse(time)) / 1000)
  if (seconds < 5) return 'now'
  if (seconds < 60) return `${Math.floor(seconds)} s ago`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`
  return `${Math.floor(seconds / 86400)} d ago`
}

export const clock = (time: string | null | undefined) =>
  time ? new Date(time).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' }) : '–'

export const day = (time: string | null | undefined) =>
  time ? new Date(time).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }) : '–'

/** A type's label is its wire name in words, here as in the program; the list itself comes from the schema (vite.config.ts). */
export const errorName = (type: string | null | undefined) => (type ? type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' ') : '')

const REASONS: Record<string, string> = {
  manual: 'by hand', auto_after_retries: 'after failed attempts', context_limit: 'context too long', non_improving: 'no progress',
  fallback: 'the model could not serve',
}
export const reasonName = (reason: string) => REASONS[reason] ?? reason

const PROVIDERS: Record<string, string> = { anthropic: 'Anthropic', openai: 'OpenAI', gemini: 'Gemini', google: 'Google' }
/** Who failed: a provider, or the steps of runs. */
export const sourceName = (provider: string) => (provider ? (PROVIDERS[provider] ?? provider) : 'Steps of runs')

/** The three ways something ends that failed at least once. */
export const OUTCOMES: Record<string, { name: string; tone: string }> = {
  recovered: { name: 'Recovered', tone: 'good' },
  lost: { name: 'Lost', tone: 'bad' },
  refused: { name: 'Refused', tone: 'held' },
}

declare const __FAILURE_TYPES__: string[]
export const FAILURE_TYPES = __FAILURE_TYPES__

/** "1 request", "3 requests". */
export const some = (n: number, one: string, many = one + 's') => `${count(n)} ${n === 1 ? one : many}`

/** With the zone, for whoever wants to know exactly. */
export const exact = (time: string | null | undefined) =>
  time ? new Date(time).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'long' }) : ''

/** A prompt pattern is a title once its placeholders and white space are tamed. */
export const titled = (pattern: string, most = 70) => {
  const line = pattern.replace(/<[a-z]+>/g, '…').replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : line.slice(0, most - 1) + '…'
}

/** Messages are stored with what differs each time taken out; people read them without the marks. */
export const readable = (message: string) => message.replace(/^(<[a-z]+>[\s:,]*)+/, '').replace(/<[a-z]+>/g, '…')

/** Long ids keep their ends, which is where they differ. */
export const short = (id: string, most = 22) => (id.length <= most ? id : id.slice(0, most - 8) + '…' + id.slice(-6))
