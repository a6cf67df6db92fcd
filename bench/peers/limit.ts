/** The wire's limit: what a POST brings is told to all boards, and kept nowhere. */
import { serve } from './serve.ts'

serve(async (row, tell) => tell(row))
