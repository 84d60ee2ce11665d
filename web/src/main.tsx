import { createRoot } from 'react-dom/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App } from './App'
import { Problem } from './api'
import './styles.css'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      refetchOnWindowFocus: true,
      // A server that does not answer is said so at once; the page asks again when the line is back.
      retry: (times, error) => times < 1 && error instanceof Problem && error.status === 0,
      retryDelay: 500,
    },
  },
})

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>,
)
