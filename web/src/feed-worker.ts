/** One connection to the server for all tabs of a browser: browsers allow six per host, and tabs are more. */
interface Port { postMessage: (message: unknown) => void; onmessage: ((message: MessageEvent) => void) | null }

const ports = new Set<Port>()
let source: EventSource | null = null
let state = 'connecting'

const tell = (message: unknown) => ports.forEach((port) => port.postMessage(message))

function open() {
  if (source) return
  source = new EventSource('/api/events')
  source.addEventListener('hello', () => {
    state = 'live'
    tell({ state })
  })
  source.onmessage = (message) => tell({ type: (JSON.parse(message.data) as { type: string }).type })
  source.onerror = () => {
    state = 'lost'
    tell({ state })
    // A server that refused, for example while it starts, is asked again; browsers give up on those.
    if (source?.readyState === EventSource.CLOSED) {
      source = null
      setTimeout(() => ports.size && open(), 1000)
    }
  }
}

function close() {
  source?.close()
  source = null
  state = 'connecting'
}

;(self as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = (event) => {
  const port = event.ports[0] as unknown as Port
  port.onmessage = (message) => {
    if (message.data === 'follow') {
      ports.add(port)
      port.postMessage({ state })
      open()
    } else {
      ports.delete(port)
      if (!ports.size) close()
    }
  }
}
