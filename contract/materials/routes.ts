/** Routes of materials: daily intake, the statement of a period, and open data. */
import { file, get } from '../http/route.ts'

const readers = ['dispatcher', 'recycler', 'admin'] as const

export const materialEndpointRoutes = {
  intake: get('/auth/intake', readers),
  statement: get('/auth/statement', readers),
  statementCsv: file('/auth/statement.csv', readers),
  openDaily: file('/open/daily.csv', 'public', { sharedFor: 300 }),
}
