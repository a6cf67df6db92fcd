/** Preload module that writes which modules a listening server's main thread loads. */
import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { Server } from 'node:net'
import { isMainThread } from 'node:worker_threads'

const { MODULES_FILE } = process.env
if (isMainThread && MODULES_FILE) {
  let isOpen = false
  const { listen } = Server.prototype
  // The server counts as open once it listens on a port.
  // Listening on a path, such as the path of the backup socket, does not count.
  Server.prototype.listen = function (this: Server, ...args: unknown[]) {
    isOpen ||= (args[0] as { port?: number } | undefined)?.port !== undefined
    return Reflect.apply(listen, this, args)
  } as typeof listen
  registerHooks({
    load(url, context, next) {
      if (isOpen) appendFileSync(MODULES_FILE, `${url}\n`)
      return next(url, context)
    },
  })
}
