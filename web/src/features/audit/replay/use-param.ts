/** A query parameter and its setter. */
import { useSearchParams } from 'react-router'

/**
 * Returns the current address's query with a parameter; '' removes it.
 * The last render's query may be outdated.
 */
export function searchWith(name: string, value: string): URLSearchParams {
  const search = new URLSearchParams(window.location.search)
  if (value) search.set(name, value)
  else search.delete(name)
  return search
}

export function useParam() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string) =>
    setParams(searchWith(name, value), { replace: true, preventScrollReset: true })
  return [params, set] as const
}
