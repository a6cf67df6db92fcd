/** Endpoints of a period's statement, on screen and as a file. */
import { api } from '#web/lib/api/api.ts'
import { file, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    statement: build.query(query('statement')),
    statementCsv: build.mutation(file('statementCsv')),
  }),
})

export const { useStatementQuery, useStatementCsvMutation } = calls
