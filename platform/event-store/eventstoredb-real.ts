/** Finds a real EventStoreDB for the tests: EVENTSTORE_URL, or a container. */

import { GenericContainer, Wait } from 'testcontainers'
import { dockerAnswers } from '../testing/docker.ts'

const IMAGE = 'eventstore/eventstore:23.10.8-jammy'
const PORT = 2113

type Found = { url: string; why: string; stop(): Promise<void> } | { url: undefined; why: string }

/** Returns the URL of a real server, or the reason why there is none. */
export async function findEventStoreDb(): Promise<Found> {
  const named = process.env.EVENTSTORE_URL
  if (named) return { url: named, why: 'named by EVENTSTORE_URL', stop: async () => undefined }
  if (!(await dockerAnswers())) return { url: undefined, why: 'no EVENTSTORE_URL is set and no Docker engine answers' }
  try {
    return await startContainer()
  } catch (error) {
    return { url: undefined, why: `a container of ${IMAGE} does not start: ${error}` }
  }
}

async function startContainer(): Promise<Found> {
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_CLUSTER_SIZE: '1', EVENTSTORE_MEM_DB: 'true' })
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forHttp('/health/live', PORT).forStatusCode(204))
    .withStartupTimeout(60_000)
    .start()
  return {
    url: `esdb://${container.getHost()}:${container.getMappedPort(PORT)}?tls=false`,
    why: `container of ${IMAGE}`,
    stop: async () => void (await container.stop()),
  }
}
