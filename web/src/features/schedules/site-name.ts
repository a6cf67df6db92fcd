/** Name of a collection's site. */
import type { Site } from '#contract/views.ts'

/** Returns 'North Dumping Site', or the id of an unknown site. */
export function siteName(sites: readonly Site[], siteId: string): string {
  return sites.find(({ id }) => id === siteId)?.name ?? siteId
}
