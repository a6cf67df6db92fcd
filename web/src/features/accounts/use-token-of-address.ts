/**
 * Returns the token of a mailed link and removes it from the address.
 * Addresses are visible, stored in the history, and shared.
 */
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

export function useTokenOfAddress(): string {
  const [search, setSearch] = useSearchParams()
  const [token] = useState(() => search.get('token') ?? '')
  const present = search.has('token')
  useEffect(() => {
    if (present) setSearch({}, { replace: true })
  }, [present, setSearch])
  return token
}
