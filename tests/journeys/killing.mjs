/**
 * Loaded before a server (`--import`): kills it at a moment that no signal from outside meets. The file KILL_AT holds the moment:
 * 'before' or 'after' a photo gets its name among those that are kept. It is removed first, so that the next start lives.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const { KILL_AT = '' } = process.env
const { link } = fs.promises

function killAt(moment) {
  if (!fs.existsSync(KILL_AT) || fs.readFileSync(KILL_AT, 'utf8') !== moment) return
  fs.rmSync(KILL_AT)
  process.kill(process.pid, 'SIGKILL')
}

fs.promises.link = async (from, to) => {
  killAt('before')
  await link(from, to)
  killAt('after')
}
syncBuiltinESMExports()
