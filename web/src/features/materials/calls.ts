/** API endpoints for the statement of a period, on screen and as a file. */
import { api } from '#web/lib/api/api.ts'
import { defineFile, defineQuery } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    statement: build.query(defineQuery('statement')),
    statementCsv: build.mutation(defineFile('statementCsv')),
  }),
})

export const { useStatementQuery, useStatementCsvMutation } = calls
