/** A part of the address's search, and how to set it; '' takes it out. */
import { useSearchParams } from 'react-router'

export function useParam() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value) after.set(name, value)
        else after.delete(name)
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  return [params, set] as const
}
