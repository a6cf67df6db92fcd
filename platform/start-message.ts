/** Prints where the embedded installation runs, and its demo accounts. */
import path from 'node:path'
import { DEMO_ACCOUNTS } from '#contract/demo/demo.ts'
import type { ServerSettings } from './config.ts'

/**
 * Prints the address, the data folder and the demo accounts.
 * `password` is the password of accounts that this start created.
 */
export function printStartMessage({ DATA_DIR, HOST, SEED }: ServerSettings, port: number, password?: string): void {
  const address = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`
  console.log(
    `\nWasteSense is running at ${address}\n  API reference  ${address}/api/docs\n  Data           ${path.resolve(DATA_DIR)}`,
  )
  if (SEED === 'none') return
  console.log('\n  Accounts')
  for (const { identifier, label } of DEMO_ACCOUNTS) console.log(`    ${identifier.padEnd(28)} ${label}`)
  console.log(
    password
      ? `  Password of all of them (shown this once): ${password}\n`
      : '  Password: as set or shown at the first start.\n',
  )
}
