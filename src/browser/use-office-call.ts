import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { officeCall } from '#browser/office-api.ts';
import type { OfficeAnswer, OfficeCallName, OfficeRequest } from '#browser/office-calls.ts';

/**
 * Makes a call that only reads. Its answer is cached under its name and its request. With `isFresh`, a cached answer is
 * shown at first and loaded again in the background each time the component opens.
 */
export const useOfficeCall = <Name extends OfficeCallName>(
  name: Name,
  request: OfficeRequest<Name>,
  { isFresh = false }: { readonly isFresh?: boolean } = {},
): UseQueryResult<OfficeAnswer<Name>> =>
  useQuery({
    queryKey: [name, request],
    queryFn: ({ signal }) => officeCall(name, request, { signal }),
    ...(isFresh && { staleTime: 0 }),
  });
