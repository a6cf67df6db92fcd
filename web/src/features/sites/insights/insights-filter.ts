/** Site and day of the insights, stored in the address. */
import { useSearchParams } from 'react-router'
import { isDate } from '#web/lib/format/dates.ts'

export const ALL = 'all'

export interface InsightsFilter {
  /** 'all' or a site's id. */
  siteId: string
  date: string | null
  chooseSite(siteId: string): void
  chooseDate(date: string | null): void
}

export function useInsightsFilter(): InsightsFilter {
  const [params, setParams] = useSearchParams()
  const date = params.get('date')
  const set = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === null) after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true },
    )
  return {
    siteId: params.get('site') ?? ALL,
    date: date !== null && isDate(date) ? date : null,
    chooseSite: (siteId) => set('site', siteId === ALL ? null : siteId),
    chooseDate: (date) => set('date', date),
  }
}

/** Returns the query of a site; all sites need none. */
export const siteQuery = (siteId: string) => (siteId === ALL ? {} : { site_id: siteId })
