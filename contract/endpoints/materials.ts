/** Endpoints of materials: daily intake, the statement of a period, and open data. */
import { z } from 'zod'
import { endpointsOf, list } from '../door/endpoint.ts'
import { inPeriod, sincePeriod } from '../door/period.ts'
import { materials as lines } from '../lines/materials.ts'
import { IntakeDay, OPEN_COLUMNS, STATEMENT_COLUMNS, Statement } from '../views/materials.ts'

const site = { site_id: z.string().max(40).optional() }

export const materials = endpointsOf(lines, {
  intake: {
    summary: 'What came in, by days of the city, at each site or of each zone, oldest first',
    query: inPeriod({ ...site, by: z.enum(['site', 'zone']).default('site') }),
    answer: list('days', IntakeDay),
  },
  statement: {
    summary: "A period's statement: materials, tonnes measured and estimated, and what recycling them saves",
    query: inPeriod(site),
    answer: Statement,
  },
  statementCsv: {
    summary: 'The same, day by day, as a table',
    query: inPeriod(site),
    file: { types: ['text/csv'], columns: STATEMENT_COLUMNS },
  },
  openDaily: {
    summary: 'Open data: what each zone brought to the sites on each day; without a period, of the last 365 days',
    query: sincePeriod({}),
    file: { types: ['text/csv'], columns: OPEN_COLUMNS },
  },
})
