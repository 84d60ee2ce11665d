import { useEffect, useState, type AnchorHTMLAttributes } from 'react'

/** The address is the state: every page can be linked, reloaded and gone back from. */
export function usePath() {
  const [path, setPath] = useState(location.pathname + location.search)
  useEffect(() => {
    const changed = () => setPath(location.pathname + location.search)
    addEventListener('popstate', changed)
    return () => removeEventListener('popstate', changed)
  }, [])
  return path
}

export function go(to: string, replace = false) {
  if (to === location.pathname + location.search) return
  history[replace ? 'replaceState' : 'pushState'](null, '', to)
  dispatchEvent(new PopStateEvent('popstate'))
  if (!replace) {
    scrollTo(0, 0)
    document.getElementById('main')?.focus({ preventScroll: true })
  }
}

export function Link({ href, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string }) {
  return (
    <a
      href={href}
      {...rest}
      onClick={(event) => {
        rest.onClick?.(event)
        if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        go(href)
      }}
    />
  )
}

export function useQueryParam(name: string): [string, (value: string) => void] {
  const path = usePath()
  const value = new URLSearchParams(path.split('?')[1] ?? '').get(name) ?? ''
  const set = (next: string) => {
    const params = new URLSearchParams(location.search)
    if (next) params.set(name, next)
    else params.delete(name)
    const query = params.toString()
    go(location.pathname + (query ? '?' + query : ''), true)
  }
  return [value, set]
}
