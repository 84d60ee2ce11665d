import { useQuery } from '@tanstack/react-query'
import { get } from '../api'

type Choice = { value: string; onChange: (value: string) => void }

/** The projects that the server knows; none while they are asked for. */
export function useProjects() {
  const asked = useQuery({ queryKey: ['projects'], queryFn: () => get<{ projects: string[] }>('/api/projects') })
  return asked.data?.projects ?? []
}

export function ProjectSelect({ value, onChange }: Choice) {
  return (
    <select aria-label="Project" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">All projects</option>
      {useProjects().map((name) => <option key={name}>{name}</option>)}
    </select>
  )
}

/** A model that was chosen stays in the list when the server no longer names it. */
export function ModelSelect({ value, onChange, models }: Choice & { models: string[] }) {
  return (
    <select aria-label="Model" value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="">All models</option>
      {[...new Set([...models, value])].filter(Boolean).map((name) => <option key={name}>{name}</option>)}
    </select>
  )
}
