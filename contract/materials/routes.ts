/** Routes of materials: daily intake, statements and open data. */
import { defineFileRoute, defineGetRoute } from '../http/route.ts'

const readers = ['dispatcher', 'recycler', 'admin'] as const

export const materialEndpointRoutes = {
  intake: defineGetRoute('/auth/intake', readers),
  statement: defineGetRoute('/auth/statement', readers),
  statementCsv: defineFileRoute('/auth/statement.csv', readers),
  openDaily: defineFileRoute('/open/daily.csv', 'public', { sharedFor: 300 }),
}
