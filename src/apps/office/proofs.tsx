import { Suspense, useEffect, useRef, useState } from 'react';
import { connectOfficeProofs, type Proof } from '#browser/office-api.ts';
import { ProofDialog, type ProofWays } from '#features/staff/office/public.tsx';

interface Requested {
  proof: Proof;
  answer: (proved: boolean) => void;
}

interface ProofsProps {
  email: string;
  ways: ProofWays;
  onGivenUp: () => void;
}

/** Shows the dialog for a missing proof over the page. Calls that wait for the same proof share it. */
export function Proofs({ email, ways, onGivenUp }: ProofsProps) {
  const [proof, setProof] = useState<Proof | null>(null);
  const waiting = useRef<Requested[]>([]);
  useEffect(() => {
    connectOfficeProofs(
      (missing) =>
        new Promise((answer) => {
          waiting.current.push({ proof: missing, answer });
          setProof(missing);
        }),
    );
    return () => connectOfficeProofs(() => Promise.resolve(false));
  }, []);
  if (proof === null) return null;
  return (
    <Suspense>
      <ProofDialog
        key={proof}
        proof={proof}
        email={email}
        ways={ways}
        onEnd={(proved) => {
          setProof(null);
          for (const { answer } of waiting.current.splice(0)) answer(proved);
          if (!proved && proof === 'login') onGivenUp();
        }}
      />
    </Suspense>
  );
}
