// Sets up every server test: logins hash with the least possible work, which saves a twentieth of all processor time.
// Tests of the hashing itself make their own (src/platform/secrets), and shops in their own process hash as usual.
import { sharedPasswords } from '#platform/secrets/passwords.ts';

sharedPasswords({ memoryKiB: 8, passes: 1 });
