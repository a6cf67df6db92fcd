/** API endpoints of the phone simulator: a phone for this browser tab, and the SMS that it received. */
import { api } from '#web/lib/api/api.ts'
import { defineCommand } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    openDemoPhone: build.mutation(defineCommand('openDemoPhone')),
    demoTexts: build.mutation(defineCommand('demoTexts')),
    ussdArkesel: build.mutation(defineCommand('ussdArkesel')),
  }),
})

export const { useOpenDemoPhoneMutation, useDemoTextsMutation, useUssdArkeselMutation } = calls
