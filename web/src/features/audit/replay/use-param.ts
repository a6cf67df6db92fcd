/** A part of the address's search, and how to set it. */
import { useSearchParams } from 'react-router'

/** The search with a part set; '' takes it out. Of the address as it is now: what was drawn last may be of an older one. */
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
