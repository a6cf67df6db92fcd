/** What a collection's screens call the site that it unloads at. */
import type { Site } from '#contract/views.ts'

/** 'North Dumping Site', or the id of a site that is not known. */
export function siteName(sites: readonly Site[], siteId: string): string {
  return sites.find(({ id }) => id === siteId)?.name ?? siteId
}
