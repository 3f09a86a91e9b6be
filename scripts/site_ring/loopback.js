// Loaded with `node -r`: a server told only a port listens on every interface; here it shall be the loopback one.
const { Server } = require("node:net");

const listen = Server.prototype.listen;

Server.prototype.listen = function (where, ...rest) {
	const isPort = /^\d+$/.test(String(where));
	const hostGiven = typeof rest[0] === "string";
	return isPort && !hostGiven
		? listen.call(this, Number(where), "127.0.0.1", ...rest)
		: listen.call(this, where, ...rest);
};
