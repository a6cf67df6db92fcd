/** Selection of reports; closed reports drop out of it. */
import { useCallback, useMemo, useState } from 'react'
import type { Report } from '#contract/views.ts'

export function useSelection(rows: readonly Report[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(
    (id: string) =>
      setIds((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  const clear = useCallback(() => setIds(new Set()), [])
  const selected = useMemo(() => rows.filter(({ id }) => ids.has(id)), [rows, ids])
  return { ids, selected, toggle, clear }
}
