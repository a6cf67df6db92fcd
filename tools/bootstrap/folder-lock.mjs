/** Lets one start at a time prepare a folder. */
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const RETRY_MS = 200

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Creates the lock together with its owner's pid, which reveals a dead owner. */
function take(lockFile) {
  const own = `${lockFile}-${process.pid}`
  writeFileSync(own, String(process.pid))
  try {
    linkSync(own, lockFile)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(own)
  }
}

/** Returns the owner's pid; empty if the lock was released meanwhile. */
function ownerOf(lockFile) {
  try {
    return readFileSync(lockFile, 'utf8')
  } catch {
    return ''
  }
}

/** Runs the work while no other start holds the lock. */
export async function withLock(lockFile, work) {
  for (let hasWaited = false; !take(lockFile); hasWaited = true) {
    const owner = ownerOf(lockFile)
    if (owner && !isAlive(Number(owner))) rmSync(lockFile, { force: true })
    else {
      if (!hasWaited) console.error('Another start is preparing this folder; waiting for it.')
      await pause(RETRY_MS)
    }
  }
  const release = () => rmSync(lockFile, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    release()
    process.off('exit', release)
  }
}
