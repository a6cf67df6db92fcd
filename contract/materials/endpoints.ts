/** Endpoints of materials: daily intake, the statement of a period, and open data. */
import { z } from 'zod'
import { defineEndpoints, listAnswerSchema } from '../http/endpoint.ts'
import { withOptionalPeriod, withPeriod } from '../http/period.ts'
import { materialEndpointRoutes as lines } from './routes.ts'
import { DailyIntake, MaterialStatement, OPEN_DATA_COLUMNS, STATEMENT_COLUMNS } from './views.ts'

const site = { site_id: z.string().max(40).optional() }

export const materialEndpoints = defineEndpoints(lines, {
  intake: {
    summary: 'Daily intake by site or zone, oldest first',
    query: withPeriod({ ...site, by: z.enum(['site', 'zone']).default('site') }),
    answer: listAnswerSchema('days', DailyIntake),
  },
  statement: {
    summary: 'Statement of a period: materials, measured and estimated tonnes, and recycling savings',
    query: withPeriod(site),
    answer: MaterialStatement,
  },
  statementCsv: {
    summary: 'Daily statement as a table',
    query: withPeriod(site),
    file: { types: ['text/csv'], columns: STATEMENT_COLUMNS },
  },
  openDaily: {
    summary: 'Open data: daily tonnes by zone; the last 365 days by default',
    query: withOptionalPeriod({}),
    file: { types: ['text/csv'], columns: OPEN_DATA_COLUMNS },
  },
})
