// Set up for every server test: passwords are hashed with as little work as possible, which saves a twentieth of all
// processor time. Tests of the hashing itself make their own (src/platform/secrets), and shops in separate processes
// hash as usual.
import { sharedPasswords } from '#platform/secrets/passwords.ts';

sharedPasswords({ memoryKiB: 8, passes: 1 });
