/** Endpoints of statements: a period's statement, also as a file. */
import { api } from '#web/calls/api.ts'
import { query } from '#web/calls/endpoints.ts'
import { file } from '#web/calls/file.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    statement: build.query(query('statement')),
    statementCsv: build.mutation(file('statementCsv')),
  }),
})

export const { useStatementQuery, useStatementCsvMutation } = calls
