/** Endpoints of the simulator: a phone of one's own, and its SMS. */
import { api } from '#web/lib/api/api.ts'
import { command } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    openDemoPhone: build.mutation(command('openDemoPhone')),
    demoTexts: build.mutation(command('demoTexts')),
    ussdArkesel: build.mutation(command('ussdArkesel')),
  }),
})

export const { useOpenDemoPhoneMutation, useDemoTextsMutation, useUssdArkeselMutation } = calls
