/** Endpoints of materials: daily intake, statements and open data. */
import { z } from 'zod'
import { createListAnswerSchema, defineEndpoints } from '../http/endpoint.ts'
import { addOptionalPeriodFields, addPeriodFields } from '../http/period.ts'
import { materialEndpointRoutes as lines } from './routes.ts'
import { DailyIntake, MaterialStatement, OPEN_DATA_CSV_COLUMNS, STATEMENT_CSV_COLUMNS } from './views.ts'

const site = { site_id: z.string().max(40).optional() }

export const materialEndpoints = defineEndpoints(lines, {
  intake: {
    summary: 'Daily intake by site or zone, oldest first',
    query: addPeriodFields({ ...site, by: z.enum(['site', 'zone']).default('site') }),
    answer: createListAnswerSchema('days', DailyIntake),
  },
  statement: {
    summary: 'Statement of a period: materials, measured and estimated tonnes, and recycling savings',
    query: addPeriodFields(site),
    answer: MaterialStatement,
  },
  statementCsv: {
    summary: 'Daily statement as a table',
    query: addPeriodFields(site),
    file: { types: ['text/csv'], columns: STATEMENT_CSV_COLUMNS },
  },
  openDaily: {
    summary: 'Open data: daily tonnes by zone; the last 365 days by default',
    query: addOptionalPeriodFields({}),
    file: { types: ['text/csv'], columns: OPEN_DATA_CSV_COLUMNS },
  },
})
