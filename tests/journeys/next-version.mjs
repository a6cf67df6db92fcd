/**
 * Loads the program as its next version, by node's --import with NEXT_VERSION=1.
 * The reports view then has another version and row, and its event another shape.
 * Leases are short in both versions so that tests see dropped tables.
 */
import { registerHooks } from 'node:module'

/** Replacements by path suffix; each must match. */
const SHORT_LEASES = {
  '/platform/read-store/leases.ts': [
    ['LEASE_RENEWAL_MS = 10_000', 'LEASE_RENEWAL_MS = 100'],
    ['LEASE_GRACE_PERIOD_MS = 120_000', 'LEASE_GRACE_PERIOD_MS = 2_000'],
  ],
}
const NEXT = {
  '/contract/tables.ts': [[/(?<=\n {2}reports: )\d+/, (version) => `${Number(version) + 1}`]],
  '/contract/reports/events.ts': [
    ['BinReportedFull: z.object({', 'BinReportedFull: z.object({ channel: z.string().optional(),'],
  ],
  '/command-api/reports/report-bin-full.ts': [['{ ...command, reportId', "{ ...command, channel: 'app', reportId"]],
  '/projections/reports/reports-view.ts': [
    [/(?<=BinReportedFull: \{\s+id: .*\s+row: .* => \(\{)/, "channel: data.channel ?? 'unknown',"],
  ],
}
const changes = { ...SHORT_LEASES, ...(process.env.NEXT_VERSION && NEXT) }

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const found = Object.entries(changes).find(([path]) => url.endsWith(path))
    if (!found) return loaded
    let source = String(loaded.source)
    for (const [from, to] of found[1]) {
      const changed = source.replace(from, to)
      if (changed === source) throw new Error(`${from} is not in ${url}`)
      source = changed
    }
    return { ...loaded, source }
  },
})
