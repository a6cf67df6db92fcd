/** Endpoints of materials: daily intake, the statement of a period, and open data. */
import { z } from 'zod'
import { endpointsOf, list } from '../door/endpoint.ts'
import { inPeriod, sincePeriod } from '../door/period.ts'
import { materials as lines } from '../lines/materials.ts'
import { IntakeDay, OPEN_COLUMNS, STATEMENT_COLUMNS, Statement } from '../views/materials.ts'

const site = { site_id: z.string().max(40).optional() }

export const materials = endpointsOf(lines, {
  intake: {
    summary: 'Daily intake by site or zone, oldest first',
    query: inPeriod({ ...site, by: z.enum(['site', 'zone']).default('site') }),
    answer: list('days', IntakeDay),
  },
  statement: {
    summary: 'Statement of a period: materials, measured and estimated tonnes, and recycling savings',
    query: inPeriod(site),
    answer: Statement,
  },
  statementCsv: {
    summary: 'Daily statement as a table',
    query: inPeriod(site),
    file: { types: ['text/csv'], columns: STATEMENT_COLUMNS },
  },
  openDaily: {
    summary: 'Open data: daily tonnes by zone; the last 365 days by default',
    query: sincePeriod({}),
    file: { types: ['text/csv'], columns: OPEN_COLUMNS },
  },
})
