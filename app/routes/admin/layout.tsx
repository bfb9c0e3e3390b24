import { ShopClockContext } from "#app/kit/hooks/use-shop-clock.ts";
import { shopClock } from "#app/store/domain/hours/shop-clock.ts";
import { moneyFormat } from "#app/store/domain/settings.ts";
import { MoneyFormatContext } from "#app/kit/use-money-format.ts";
import { countWaitingReviews } from "#app/content/data/review-records.server.ts";
import { data, Outlet, redirect, useRouteLoaderData } from "react-router";
import { listFailedMailIds } from "#app/mail/data/mail-outbox.server.ts";
import { countForBell } from "#app/orders/data/orders.server.ts";
import { canOpen, homeOf } from "#app/staff/domain/permissions.ts";
import { servicesContext, staffContext } from "#app/http/context.server.ts";
import { framePart, readFrameSettings } from "#app/http/frame-part.server.ts";
import { takeFlash } from "#app/http/staff/flash.server.ts";
import { hasConnection } from "#app/kit/lost-connection.ts";
import { StaffErrorView } from "#app/frame/staff/staff-error-view.tsx";
import { keepSignedOut } from "#app/frame/staff/keep-signed-out.ts";
import { SignInDialog } from "#app/frame/staff/sign-in-dialog.tsx";
import { useSessionCheck } from "#app/frame/staff/use-session-check.ts";
import { StaffFrame } from "#app/frame/staff/staff-frame.tsx";
import { ErrorView } from "#app/frame/error-view.tsx";
import type { Route } from "./+types/layout";

/** The rail shows "100" for more. */
const MOST_FAILED_SHOWN = 100;

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

/** The signed-in user and the pending counts. The root's guard checks access; this loader only reads. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, problemForStaff } = services;
  const user = context.get(staffContext);
  if (user === null) throw redirect("/admin/login");
  const seesOrders = canOpen("/admin/orders", user);
  const { flash, headers } = await takeFlash(request, services);
  const count = (part: string, isSeen: boolean, load: () => Promise<number>) => (isSeen ? framePart(services, part, load, 0) : 0);
  const countFailedMails = async () => (await listFailedMailIds(db, { q: "", kind: "", status: "" }, MOST_FAILED_SHOWN)).length;
  const [settings, newOrders, failedMails, waitingReviews] = await Promise.all([
    readFrameSettings(services),
    count("count of new orders", seesOrders, () => countForBell(db)),
    count("count of failed emails", seesOrders, countFailedMails),
    count("count of waiting reviews", canOpen("/admin/reviews", user), () => countWaitingReviews(db)),
  ]);
  const frame = {
    user,
    flash: flash === null || canOpen("/admin/undo", user) ? flash : { ...flash, undo: null },
    problem: problemForStaff(),
    appName: settings.APP_NAME,
    clock: shopClock(settings),
    format: moneyFormat(settings),
    repeatSeconds: settings.ORDER_ALERT_REPEAT_SECONDS,
    counts: { newOrders, failedMails, waitingReviews },
  };
  return data(frame, { headers });
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepSignedOut];

export const shouldRevalidate = hasConnection;

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  useSessionCheck();
  return (
    <MoneyFormatContext value={loaderData.format}>
      <ShopClockContext value={loaderData.clock}>
        <StaffFrame {...loaderData}>
          <Outlet />
        </StaffFrame>
        <SignInDialog user={loaderData.user} />
      </ShopClockContext>
    </MoneyFormatContext>
  );
}

/** Unknown addresses also keep the rail and the bell (all admin paths except the login). */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const frame = useRouteLoaderData<typeof loader>("routes/admin/layout");
  if (frame === undefined) return <ErrorView error={error} />;
  return (
    <ShopClockContext value={frame.clock}>
      <StaffFrame {...frame}>
        <StaffErrorView error={error} homePath={homeOf(frame.user)} />
      </StaffFrame>
    </ShopClockContext>
  );
}
